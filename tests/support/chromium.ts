import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/** The first has no window to draw, and needs two thirds of the time of the second. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; undefined where none is installed. */
export const installedBrowser = PLACES.find((path) => existsSync(path));

/** Starts it without a window. Ending it is up to the caller. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
}
