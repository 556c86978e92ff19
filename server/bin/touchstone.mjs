#!/usr/bin/env node
// `touchstone` in a checkout: installs what is missing and runs the CLI on the pinned Node. Node does not strip
// types under node_modules, so a published package carries a bundle in this file's place.
import { existsSync } from 'node:fs';

const run = new URL('../../scripts/lib/main.mjs', import.meta.url);

if (existsSync(run)) {
  const { main } = await import(run.href);
  await main(['touchstone', ...process.argv.slice(2)]);
} else {
  console.error(
    'This file belongs to a checkout of the Touchstone repository and cannot run outside of one.',
  );
  process.exitCode = 1;
}
