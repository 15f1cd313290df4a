// Without a listener Node opens its debugger at this signal, to everybody on this machine.
process.on('SIGUSR1', () => {});
