import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import sirv from 'sirv';

/** Serves dist/docs to this machine alone, until Ctrl-C. */
if (process.argv.includes('--help')) {
  console.log('npm run docs:open: serves dist/docs on 127.0.0.1 until Ctrl-C. PORT=8080 chooses the port.');
  process.exit();
}
const folder = resolve(import.meta.dirname, '../dist/docs');
if (!existsSync(resolve(folder, 'index.html'))) {
  console.error('dist/docs is not there: make it with npm run docs.');
  process.exit(1);
}
const server = createServer(sirv(folder, { dev: true, extensions: ['html'] }));
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/  (Ctrl-C ends it)`);
});
