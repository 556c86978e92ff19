#!/usr/bin/env node
// The command of the installed package. This one file keeps to what old Node versions parse, so that they get the
// sentence below and not a SyntaxError.
var version = process.versions.node.split('.');
var major = Number(version[0]);

if (major < 24 || (major === 24 && Number(version[1]) < 2)) {
  console.error(
    'Touchstone needs Node 24.2 or newer; this is Node ' +
      process.versions.node +
      '. Install a current Node from https://nodejs.org and run the command again, or use the Touchstone archive that brings its own Node.',
  );
  process.exitCode = 1;
} else {
  import(new URL('../lib/start.mjs', import.meta.url).href);
}
