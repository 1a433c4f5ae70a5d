import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Command line and tour are tested as they are shipped: built anew, so that nothing stale answers for the sources. */
export default function build(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { cwd: root, stdio: 'inherit' });
}
