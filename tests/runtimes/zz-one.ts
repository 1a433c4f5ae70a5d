import { byCommand, playAll, withProgram } from '/work/h/transport/tests/runtimes/play.js';
const [transport, ...command] = process.argv.slice(2);
await withProgram(async ({program, server}) => { const t=Date.now(); const r = await playAll(byCommand(command, program, transport!), server); console.log(command[0], transport, JSON.stringify(r,null,1), Date.now()-t, 'ms'); });
