import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The site comes last: it is built while the other tests run. */
const PROJECTS = ['alone', 'code', 'pure', 'site'];

/** The longest file of the site comes first among them, so that no worker waits for it at the end. */
const LONGEST = 'tests/docs/accessible.test.ts';

/** Runs one project after the other: a worker keeps what it has imported as long as the next file is of the same project. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  return 2 * PROJECTS.indexOf(project.name) - (moduleId.endsWith(LONGEST) ? 1 : 0);
}
