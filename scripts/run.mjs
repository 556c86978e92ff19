#!/usr/bin/env node
// What every npm script of this repository starts. This one file keeps to syntax that very old Node versions
// parse, so that they get the sentence below and not a SyntaxError; everything else is in lib/.
var major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  console.error(
    'Touchstone needs Node 20 or newer to set itself up; this is Node ' +
      process.versions.node +
      '. Install a current Node from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}

import('./lib/main.mjs').then((main) => main.main(process.argv.slice(2)));
