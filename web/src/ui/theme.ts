const KEY = 'touchstone-theme';

export type Theme = 'system' | 'light' | 'dark';

/** The theme that was chosen in this browser; the system's unless one was. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme();
}

/** All colours are written with `light-dark()`, so the page's colour scheme is all there is to set. */
export function applyTheme(): void {
  const theme = chosenTheme();
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
}
