/*
 * Programs started by a test print without colour, wherever the tests run: on many CI services `CI` alone turns colours
 * on in a pipe, and what a test reads would depend on the machine.
 */
delete process.env['FORCE_COLOR'];
process.env['NO_COLOR'] = '1';
