import { useLayoutEffect, useState } from 'preact/hooks';
import type { IslandProps } from './mount.js';
import { readStored, store, THEME_KEY } from './stored.js';

const THEMES = ['system', 'light', 'dark'] as const;
type ThemeName = (typeof THEMES)[number];

const SIGNS: Readonly<Record<ThemeName, string>> = { system: '◐', light: '☀', dark: '☾' };

const stored = (): ThemeName => THEMES.find((name) => name === readStored(THEME_KEY)) ?? 'system';

/** Light, dark, or as the system has it: each press goes on to the next. Remembered for all pages. */
export function Theme({ id }: IslandProps) {
  const [theme, setTheme] = useState(stored);
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  // A page that comes back out of the browser's memory is as old as the choice that it was left with.
  useLayoutEffect(() => {
    const onShow = (): void => setTheme(stored());
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  function change(): void {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
    store(THEME_KEY, next === 'system' ? undefined : next);
    setTheme(next);
  }

  const label = `Theme: ${theme}`;
  return (
    <button id={id} type="button" class="theme" aria-label={label} title={label} onClick={change}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  );
}
