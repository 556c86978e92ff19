const isCheckout = import.meta.url.endsWith('.ts');

/** How people start the command line: through npm in a checkout, otherwise by its name. */
export const TOUCHSTONE_COMMAND = isCheckout ? 'npm run touchstone --' : 'touchstone';

/** How people start the demonstration. In a checkout this also builds the console. */
export const DEMO_COMMAND = isCheckout ? 'npm run demo' : 'touchstone demo';
