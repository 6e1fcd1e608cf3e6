// Compiles awscdk fixtures in one TypeScript program, runs their apps in one Node process, writes their artifacts.
//
// A fixture is a folder with `src/main.ts`. What it records is decided by its sources alone:
//   template.json    the app has one stack: its template, byte for byte
//   cdk.out/         the app has several, or its stack states the account or the region it is deployed to, which only
//                    manifest.json tells: manifest.json and the templates
//   toolchain.json   tsc rejects the sources: the command, its exit status and its diagnostics
// A fixture that would change from one kind to another is refused until its old artifact is removed, so that
// a slip in the sources of a reference never turns quietly into a recorded rejection.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const KINDS = ['template.json', 'cdk.out', 'toolchain.json'];
const FIXTURE_PARENTS = /^(grading-proof\/[^/]+\/(references\/awscdk\/[^/]+|do-nothing\/awscdk)|(negative-fixtures|tests\/data)\/[^/]+\/awscdk\/[^/]+)$/;

const { root, tools, folders } = readArguments(process.argv.slice(2));
const require = createRequire(path.join(tools, 'package.json'));
const ts = require('typescript');
const build = path.join(tools, 'build');

const fixtures = (folders.length > 0 ? folders : findFixtures()).map(openFixture);
fs.rmSync(build, { recursive: true, force: true });
for (const fixture of fixtures) {
  fs.cpSync(path.join(fixture.folder, 'src'), path.join(fixture.work, 'src'), { recursive: true });
}

const rejected = compile(fixtures);
let failures = 0;
const counts = { written: 0, unchanged: 0 };
for (const fixture of fixtures) {
  try {
    const artifact = rejected.has(fixture) ? recordRejection(fixture) : synthesize(fixture);
    refuseChangedKind(fixture, artifact.kind);
    const changed = writeArtifact(fixture, artifact);
    counts[changed ? 'written' : 'unchanged'] += 1;
    console.log(`${changed ? 'written  ' : 'unchanged'} ${fixture.name}/${artifact.kind}`);
  } catch (error) {
    failures += 1;
    console.error(`failed    ${fixture.name}: ${error.stack ?? error}`);
  }
}
console.log(`${counts.written} written, ${counts.unchanged} unchanged, ${failures} failed`);
// Synthesis leaves `beforeExit` hooks of the apps behind; they have nothing left to do.
process.exit(failures > 0 ? 1 : 0);

function readArguments(argv) {
  const parsed = { folders: [] };
  while (argv.length > 0) {
    const word = argv.shift();
    if (word === '--root') parsed.root = path.resolve(argv.shift());
    else if (word === '--tools') parsed.tools = path.resolve(argv.shift());
    else if (word.startsWith('-')) throw new Error(`unknown option ${word}`);
    else parsed.folders.push(path.resolve(word));
  }
  return parsed;
}

function findFixtures() {
  const found = [];
  for (const top of ['grading-proof', 'negative-fixtures', 'tests/data']) {
    for (const entry of fs.readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name !== 'main.ts' || path.basename(entry.parentPath) !== 'src') continue;
      const folder = path.dirname(entry.parentPath);
      if (FIXTURE_PARENTS.test(path.relative(root, folder))) found.push(folder);
    }
  }
  return found.sort();
}

function openFixture(folder) {
  const name = path.relative(root, folder);
  if (!FIXTURE_PARENTS.test(name) || !fs.existsSync(path.join(folder, 'src', 'main.ts'))) {
    throw new Error(`${name} is not an awscdk fixture folder with src/main.ts`);
  }
  return { name, folder, work: path.join(build, name) };
}

/** Type-checks all fixtures at once, emits those without errors, and returns the others. */
function compile(all) {
  const configFile = path.join(root, 'scripts', 'cdk', 'tsconfig.json');
  const { compilerOptions } = ts.readConfigFile(configFile, ts.sys.readFile).config;
  const { options, errors } = ts.convertCompilerOptionsFromJson(compilerOptions, tools);
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, formatHost(tools)));

  const sources = all.flatMap((fixture) => listFiles(path.join(fixture.work, 'src')).filter((file) => file.endsWith('.ts')));
  const typeRoots = [path.join(tools, 'node_modules', '@types')];
  const program = ts.createProgram(sources, { ...options, typeRoots, noEmitOnError: false });
  const general = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  if (general.length > 0) throw new Error(ts.formatDiagnostics(general, formatHost(tools)));

  const bad = new Set();
  for (const fixture of all) {
    for (const file of listFiles(path.join(fixture.work, 'src')).filter((name) => name.endsWith('.ts'))) {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      if (found.length > 0) bad.add(fixture);
      else program.emit(source);
    }
  }
  return bad;
}

/** Runs the real `tsc` in a copy of the sources, as an author's verifier would. */
function recordRejection(fixture) {
  fs.copyFileSync(path.join(root, 'scripts', 'cdk', 'tsconfig.json'), path.join(fixture.work, 'tsconfig.json'));
  const command = ['tsc', '--noEmit'];
  let status = 0;
  let diagnostics = '';
  try {
    execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), ...command.slice(1)], {
      cwd: fixture.work,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if (typeof error.status !== 'number') throw error;
    status = error.status;
    diagnostics = error.stdout + error.stderr;
  }
  if (status === 0) throw new Error('tsc accepts what the compile step rejected');
  const version = (name) => require(`${name}/package.json`).version;
  const record = {
    schema: 'proofmark.toolchain/1',
    command,
    exit_status: status,
    diagnostics,
    versions: { 'aws-cdk-lib': version('aws-cdk-lib'), typescript: version('typescript') },
  };
  return { kind: 'toolchain.json', files: new Map([['toolchain.json', `${JSON.stringify(record, null, 2)}\n`]]) };
}

/** Runs the app with the environment the CDK's own command line gives it. */
function synthesize(fixture) {
  const outdir = path.join(fixture.work, 'cdk.out');
  const settings = path.join(fixture.folder, 'src', 'cdk.json');
  const context = fs.existsSync(settings) ? JSON.parse(fs.readFileSync(settings, 'utf8')).context : undefined;
  process.env.CDK_OUTDIR = outdir;
  // The check after synthesis costs seconds an app and changes no template.
  process.env.CDK_VALIDATION = 'false';
  if (context === undefined) delete process.env.CDK_CONTEXT_JSON;
  else process.env.CDK_CONTEXT_JSON = JSON.stringify(context);

  require(path.join(fixture.work, 'src', 'main.js'));

  const manifest = JSON.parse(fs.readFileSync(path.join(outdir, 'manifest.json'), 'utf8'));
  const stacks = Object.values(manifest.artifacts).filter((artifact) => artifact.type === 'aws:cloudformation:stack');
  const templates = stacks.map((stack) => stack.properties.templateFile);
  const placed = stacks.some((stack) => stack.environment !== 'aws://unknown-account/unknown-region');
  if (templates.length === 0) throw new Error('the app has no stack');
  const read = (file) => fs.readFileSync(path.join(outdir, file), 'utf8');
  if (templates.length === 1 && !placed) {
    return { kind: 'template.json', files: new Map([['template.json', read(templates[0])]]) };
  }
  const files = ['manifest.json', ...templates].map((file) => [`cdk.out/${file}`, read(file)]);
  return { kind: 'cdk.out', files: new Map(files) };
}

function refuseChangedKind(fixture, kind) {
  const other = KINDS.find((name) => name !== kind && fs.existsSync(path.join(fixture.folder, name)));
  if (other) throw new Error(`now records ${kind}, but ${other} is there: remove it if that is meant`);
}

function writeArtifact(fixture, { kind, files }) {
  let changed = false;
  for (const [name, text] of files) {
    for (const place of [root, tools]) {
      if (text.includes(place)) throw new Error(`${name} names a path of this machine: ${place}`);
    }
    const target = path.join(fixture.folder, name);
    if (fs.existsSync(target) && fs.readFileSync(target, 'utf8') === text) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    const draft = `${target}.draft-${process.pid}`;
    fs.writeFileSync(draft, text);
    fs.renameSync(draft, target);
    changed = true;
  }
  if (kind === 'cdk.out') {
    const folder = path.join(fixture.folder, kind);
    for (const file of fs.readdirSync(folder)) {
      if (files.has(`${kind}/${file}`)) continue;
      fs.rmSync(path.join(folder, file));
      changed = true;
    }
  }
  return changed;
}

function listFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function formatHost(folder) {
  return { getCurrentDirectory: () => folder, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
}
