import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Installed {
  readonly packages: number;
  /** Bytes of all files. */
  readonly bytes: number;
}

/** Packages of a node_modules folder, and what they weigh. */
export async function measureInstalled(folder: string): Promise<Installed> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const stats = await Promise.all(entries.map((entry) => stat(join(entry.parentPath, entry.name))));
  return {
    packages: entries.filter(
      ({ name, parentPath }) => name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(parentPath),
    ).length,
    bytes: stats.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0),
  };
}
