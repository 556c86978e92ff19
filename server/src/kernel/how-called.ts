const isCheckout = import.meta.url.endsWith('.ts');

/** How people run the command line: in a checkout through npm, elsewhere by its name. */
export const TOUCHSTONE_COMMAND = isCheckout ? 'npm run touchstone --' : 'touchstone';

/** How people run the demonstration; in a checkout this also builds the console. */
export const DEMO_COMMAND = isCheckout ? 'npm run demo' : 'touchstone demo';
