import { useLayoutEffect, useState } from 'preact/hooks';
import { THEME_KEY } from './choices.js';
import type { IslandProps } from './mount.js';
import { readStored, store } from './stored.js';

const THEMES = ['system', 'light', 'dark'] as const;
type ThemeName = (typeof THEMES)[number];

const stored = (): ThemeName => THEMES.find((name) => name === readStored(THEME_KEY)) ?? 'system';

/** Light, dark, or as the system has it. Remembered for all pages. */
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

  return (
    <>
      <label for={id}>Theme</label>
      <select
        id={id}
        value={theme}
        onChange={({ currentTarget: { value } }) => {
          store(THEME_KEY, value === 'system' ? undefined : value);
          setTheme(value as ThemeName);
        }}
      >
        {THEMES.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
    </>
  );
}
