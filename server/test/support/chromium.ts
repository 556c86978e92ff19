import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Nothing of a browser's own: no requests to its maker, no first-run pages, no sandbox that containers lack. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of this machine, or the one that TEST_CHROMIUM names; null where there is none. */
export function findChromium(): string | null {
  return [process.env.TEST_CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path)) ?? null;
}

export const NO_CHROMIUM =
  'no Chromium was found. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set TEST_CHROMIUM';
