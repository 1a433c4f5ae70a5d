import { buildSite } from '../../scripts/docs/build.js';

/** A process of its own: node --import tsx build-site.ts <folder>. */
await buildSite(process.argv[2]!);
