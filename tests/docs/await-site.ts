import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

const built = inject('siteBuilt');
const deadlineMs = performance.now() + 600_000;
while (!existsSync(built) && performance.now() < deadlineMs) await setTimeout(100);

const failure = existsSync(built) ? readFileSync(built, 'utf8') : 'it took more than ten minutes';
if (failure !== '') throw new Error(`The site was not built: ${failure}`);
