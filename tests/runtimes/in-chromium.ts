import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Play, Printed } from './play.js';

/** Plays in a page of a browser, on the package as a bundler makes it for one. */
export async function inChromium(
  executablePath: string,
  use: (version: string, play: Play) => Promise<void>,
): Promise<void> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runAll } from './program.js'; import { watchOne } from './watched.js'; Object.assign(globalThis, { runAll, watchOne });`,
      resolveDir: join(import.meta.dirname),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  // The servers are of another origin and say nothing of it; a preflight would be one request too many on a connection.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-web-security'];
  await using browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]!.text });
  await use(browser.version().split('.', 1)[0]!, async (numbers, ports) => ({
    said: (await page.evaluate(
      `globalThis.runAll(${JSON.stringify(numbers)}, ${JSON.stringify(ports)}, () => ({}))`,
    )) as NonNullable<Printed['said']>,
    watched: (await page.evaluate('globalThis.watchOne()')) as NonNullable<Printed['watched']>,
  }));
}
