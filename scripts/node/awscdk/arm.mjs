// How an AWS CDK app is run, and what it leaves.
//
//   template.json    the app has one stack: its template, byte for byte
//   cdk.out/         the app has several, or its stack states the account or the region it is deployed to, which only
//                    manifest.json tells: manifest.json and the templates

import fs from 'node:fs';
import path from 'node:path';

export const packages = ['aws-cdk-lib', 'typescript'];
export const kinds = ['template.json', 'cdk.out'];

/** The environment that the CDK's own command line gives an app. */
export function environment(outdir) {
  // The check after synthesis costs seconds an app and changes no template.
  return { CDK_OUTDIR: outdir, CDK_VALIDATION: 'false' };
}

/** The settings file whose `context` an app gets, and the variable it gets it by. */
export const context = { file: 'cdk.json', variable: 'CDK_CONTEXT_JSON' };

export function collect(outdir) {
  const read = (file) => fs.readFileSync(path.join(outdir, file), 'utf8');
  const manifest = JSON.parse(read('manifest.json'));
  const stacks = Object.values(manifest.artifacts).filter((artifact) => artifact.type === 'aws:cloudformation:stack');
  const templates = stacks.map((stack) => stack.properties.templateFile);
  const placed = stacks.some((stack) => stack.environment !== 'aws://unknown-account/unknown-region');
  if (templates.length === 0) throw new Error('the app has no stack');
  if (templates.length === 1 && !placed) {
    return { kind: 'template.json', files: new Map([['template.json', read(templates[0])]]) };
  }
  const files = ['manifest.json', ...templates].map((file) => [`cdk.out/${file}`, read(file)]);
  return { kind: 'cdk.out', files: new Map(files) };
}
