// Compiles the fixtures of an arm in one TypeScript program, runs their apps in one Node process, writes their artifacts.
//
// A fixture is a folder with `src/main.ts`. What it records is decided by its sources alone: what `arm.mjs` of the arm
// collects from a synthesis, or, where tsc rejects the sources, toolchain.json: the command, its exit status and its
// diagnostics. A fixture that would change from one kind to another is refused until its old artifact is removed, so
// that a slip in the sources of a reference never turns quietly into a recorded rejection.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { root, name: armName, tools, folders } = readArguments(process.argv.slice(2));
const arm = await import(`./${armName}/arm.mjs`);
const kinds = [...arm.kinds, 'toolchain.json'];
// Witnesses of operators are recorded by the arm of their family.
const witnesses = armName === 'awscdk' ? '|grading-proof/witnesses/[^/]+/cloudformation/(base|changed)' : '';
const fixtureParents = new RegExp(
  `^(grading-proof/[^/]+/((references|tries)/${armName}/[^/]+|do-nothing/${armName})|(negative-fixtures|tests/data)/[^/]+/${armName}/[^/]+${witnesses})$`,
);
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
    else if (word === '--arm') parsed.name = argv.shift();
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
      if (fixtureParents.test(path.relative(root, folder))) found.push(folder);
    }
  }
  return found.sort();
}

function openFixture(folder) {
  const name = path.relative(root, folder);
  if (!fixtureParents.test(name) || !fs.existsSync(path.join(folder, 'src', 'main.ts'))) {
    throw new Error(`${name} is not a fixture folder of ${armName} with src/main.ts`);
  }
  return { name, folder, work: path.join(build, name) };
}

/** Type-checks all fixtures at once, emits those without errors, and returns the others. */
function compile(all) {
  const configFile = path.join(root, 'scripts', 'node', 'tsconfig.json');
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
  fs.copyFileSync(path.join(root, 'scripts', 'node', 'tsconfig.json'), path.join(fixture.work, 'tsconfig.json'));
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
    versions: Object.fromEntries(arm.packages.map((name) => [name, version(name)])),
  };
  return { kind: 'toolchain.json', files: new Map([['toolchain.json', `${JSON.stringify(record, null, 2)}\n`]]) };
}

/** Runs the app as the command line of its library would: in its folder, with the environment and the context it is given. */
function synthesize(fixture) {
  const outdir = path.join(fixture.work, 'out');
  const settings = path.join(fixture.folder, 'src', arm.context.file);
  const context = fs.existsSync(settings) ? JSON.parse(fs.readFileSync(settings, 'utf8')).context : undefined;
  Object.assign(process.env, arm.environment(outdir));
  if (context === undefined) delete process.env[arm.context.variable];
  else process.env[arm.context.variable] = JSON.stringify(context);
  process.chdir(fixture.work);

  require(path.join(fixture.work, 'src', 'main.js'));
  return arm.collect(outdir);
}

function refuseChangedKind(fixture, kind) {
  const other = kinds.find((name) => name !== kind && fs.existsSync(path.join(fixture.folder, name)));
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
  for (const name of [kind, arm.beside].filter(Boolean)) {
    const folder = path.join(fixture.folder, name);
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const file of listFiles(folder)) {
      if (files.has(path.relative(fixture.folder, file))) continue;
      fs.rmSync(file);
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
