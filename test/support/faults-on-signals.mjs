// Loaded into a service by `node --import`. Raises uncaught errors when a test sends a signal.
process.on('SIGUSR2', () => {
  throw new Error('an injected exception')
})
process.on('SIGWINCH', () => void Promise.reject(new Error('an injected rejection')))
