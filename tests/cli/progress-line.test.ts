import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgressLine } from '../../src/cli/conformance/progress-line.js';

function written(isTTY: boolean) {
  const output = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY, columns: 20 });
  let nowMs = 0;
  let tick = (): void => undefined;
  const line = createProgressLine(
    output,
    () => nowMs,
    (work) => {
      tick = work;
      return () => (tick = () => undefined);
    },
  );
  return {
    show(atMs: number, done: number) {
      nowMs = atMs;
      line.show({ done, total: 300, current: 'a-server-with-a-long-name' });
    },
    wait(untilMs: number) {
      for (; nowMs < untilMs; nowMs += 1000) tick();
      tick();
    },
    clear: () => line.clear(),
    text: (): string => String(output.read() ?? ''),
  };
}

test('writes one line over and over on a terminal, never wider than it is', () => {
  const { show, text } = written(true);
  show(0, 1);
  show(1, 2);
  expect(text()).toBe('\r1/300 a-server-with\u001B[K\r2/300 a-server-with\u001B[K');
});

test('writes a line every ten seconds where there is no terminal', () => {
  const { show, text } = written(false);
  for (const atMs of [0, 9999, 10_000, 10_001, 19_999, 20_000]) show(atMs, atMs / 1000);
  expect(text()).toBe('futures: 10/300 a-server-with-a-long-name\nfutures: 20/300 a-server-with-a-long-name\n');
});

test('goes on with the seconds while one check waits, and says nothing after its end', () => {
  const pipe = written(false);
  pipe.show(0, 1);
  pipe.wait(21_000);
  expect(pipe.text()).toBe(
    'futures: 1/300 a-server-with-a-long-name, 10 s\nfutures: 1/300 a-server-with-a-long-name, 20 s\n',
  );
  pipe.clear();
  pipe.wait(60_000);
  expect(pipe.text()).toBe('');
});
