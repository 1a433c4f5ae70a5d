/**
 * How texts write a command, so that it can be pasted. `--no-install` runs it where the package is installed and refuses
 * anywhere else: without it, npx would fetch a stranger's package of that name and run it with the credentials in the environment.
 */
export const COMMAND = 'npx --no-install futures';
