import { expect, test } from 'vitest';
import { folderOfFile } from '../../support/folder.js';
import { isInstalled } from '../../support/installed.js';
import { SCENES_OF_PAGE, walkthrough } from './walkthrough.js';

const folder = folderOfFile();

test.skipIf(!isInstalled('python3')).each(['first', 'last'])(
  'the %s bot of the guide is judged in all scenes of the page as the page says',
  async (which) => {
    const { bots, judge } = walkthrough(folder);
    expect(SCENES_OF_PAGE).toHaveLength(4);
    await judge(which === 'first' ? 0 : bots.length - 1, SCENES_OF_PAGE);
  },
);
