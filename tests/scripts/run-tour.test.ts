import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { run } from '../../scripts/run.js';
import { tellStory, untoldIn } from '../../scripts/tour/story.js';
import { createSandbox } from '../../src/sandbox/index.js';

const story = tellStory(createSandbox());
const untold = untoldIn(story);

test('npm start tells the story on the embedded exchange, which accepts every signature, and names what it skips', async () => {
  const printed = await run(process.execPath, ['--import', 'tsx', 'scripts/tour.ts']);
  const signed = story.filter(({ operationId }) => operations[operationId].security !== 'public');
  expect(printed).toContain(
    `${story.length} calls made, ${signed.length} of them signed, 0 failed, ${untold.length} skipped.`,
  );
  for (const { operationId } of story) expect(printed).toMatch(new RegExp(`200 .*${operationId} `));
  for (const { operationId } of untold) expect(printed).toMatch(new RegExp(`${operationId} .*\\n +skipped `));
  expect(printed).toContain('the condition order triggers');
  expect(printed).not.toContain('sandbox-secret');
});

test('the tour calls every operation that the service document declares', () => {
  const missing = untold.filter(({ evidence }) => evidence === 'declared').map(({ operationId }) => operationId);
  expect(missing, 'scripts/tour/story.ts: add a step, call(operationId, input), for each of these').toEqual([]);
});
