/** Returns a function that runs the work for one name in sequence, and the work for different names concurrently. */
export function createSerialWork() {
  const last = new Map<string, Promise<unknown>>()

  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(name, mine)
    const forget = () => {
      if (last.get(name) === mine) last.delete(name)
    }
    mine.then(forget, forget)
    return mine
  }
}
