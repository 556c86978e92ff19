import { lazyRouteComponent } from '@tanstack/react-router';

/** A page whose code did not come. */
export class PageNotLoaded extends Error {
  /** Asks for it again, and answers whether it is there now. */
  readonly isThereNow: () => Promise<boolean>;

  constructor(cause: unknown, isThereNow: () => Promise<boolean>) {
    super('The code of this page could not be loaded.', { cause });
    this.isThereNow = isThereNow;
  }
}

/**
 * A page that is fetched when it is first opened. Where that fails it throws `PageNotLoaded`: the router knows a
 * browser's own error by its message and loads the whole address again, which ends at the browser's error page when
 * the service is not there.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) => {
  let isThere = false;
  const isThereNow = async () => {
    await page.preload?.();
    return isThere;
  };
  const page = lazyRouteComponent(async () => {
    try {
      const module = await load();
      isThere = true;
      return module;
    } catch (cause) {
      throw new PageNotLoaded(cause, isThereNow);
    }
  }, name);
  return page;
};
