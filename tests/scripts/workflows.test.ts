import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [];
const files = [...filesIn('.github/workflows'), ...['action.yml'].filter(existsSync)];

test.each(files)('%s pins every action by commit, and says which release that is', (file) => {
  const uses = [...readFileSync(file, 'utf8').matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, used]) => used!);
  for (const used of uses.filter((one) => !one.startsWith('./'))) {
    expect(used).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('only the job that publishes may take an identity, behind an environment', () => {
  const workflows = filesIn('.github/workflows').map((file) => [file, parse(readFileSync(file, 'utf8'))] as const);
  const strong = workflows.flatMap(([file, { permissions, jobs }]) => {
    expect([file, permissions]).toEqual([file, { contents: 'read' }]);
    return Object.entries<any>(jobs).filter(([, job]) => job.permissions !== undefined);
  });
  expect(strong.map(([name, job]) => [name, job.environment, job.permissions])).toEqual([
    ['publish', 'npm', { contents: 'read', 'id-token': 'write' }],
  ]);
});
