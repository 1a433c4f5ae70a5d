import { type Kit, kits } from '../../../scripts/docs/samples/kits.js';

const found = kits.map((kit) =>
  kit.version().then(
    () => [kit],
    () => [],
  ),
);

/** The kits whose tools are on this machine. */
export const installedKits: readonly Kit[] = (await Promise.all(found)).flat();
