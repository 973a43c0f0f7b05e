/** Returns a function that runs the work for one name in sequence, and the work for different names concurrently. */
export function createSerialWork() {
  const lastWork = new Map<string, Promise<unknown>>()

  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const previous = lastWork.get(name) ?? Promise.resolve()
    const current = previous.then(work, work)
    lastWork.set(name, current)
    const forget = () => {
      if (lastWork.get(name) === current) lastWork.delete(name)
    }
    current.then(forget, forget)
    return current
  }
}
