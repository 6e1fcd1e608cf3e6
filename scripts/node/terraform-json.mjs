// How an app that synthesizes Terraform JSON is run, and what it leaves: `cdk.tf.json`, the root module of its one stack,
// and in `assets/` what that module reads beside itself, such as a module in HCL.
//
// The app states a backend whose path is its own (`new LocalBackend(stack, { path: 'terraform.tfstate' })`), because
// the default is a path of the machine.

import fs from 'node:fs';
import path from 'node:path';

export const kinds = ['cdk.tf.json'];

/** The folder that an artifact may have beside it. */
export const beside = 'assets';

/** The environment that the command line gives an app. */
export function environment(outdir) {
  return { CDKTF_OUTDIR: outdir };
}

/** The settings file whose `context` an app gets, and the variable it gets it by. */
export const context = { file: 'cdktf.json', variable: 'CDKTF_CONTEXT_JSON' };

export function collect(outdir) {
  const manifest = JSON.parse(fs.readFileSync(path.join(outdir, 'manifest.json'), 'utf8'));
  const stacks = Object.values(manifest.stacks);
  if (stacks.length !== 1) throw new Error(`the app has ${stacks.length} stacks, and a root module is one`);
  const errors = stacks[0].annotations.filter((annotation) => annotation.level === '@cdktf/error');
  if (errors.length > 0) throw new Error(errors.map((annotation) => annotation.message).join('\n'));
  const file = path.join(outdir, stacks[0].synthesizedStackPath);
  const folder = path.dirname(file);
  const assets = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    // An archive is uploaded, not read, and holds the time at which it was made.
    .filter((name) => name.startsWith(`${beside}/`) && path.basename(name) !== 'archive.zip');
  const read = (name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')];
  return { kind: 'cdk.tf.json', files: new Map([path.basename(file), ...assets].map(read)) };
}
