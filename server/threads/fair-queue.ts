import { LRUCache } from 'lru-cache'
/** For whom a thread works: an account, and one of its callers, such as a key or its jobs. */
export interface Owner {
  account: string
  caller: string
}

/** An entry that waits for a thread. */
export interface QueueEntry {
  owner: Owner
  /** What reads the page, such as a version of a parser. */
  work: string
}

/** Runs in a row that have to reach the deadline before the work waits for all others. */
const SLOW_AFTER = 2
/** Most accounts and kinds of work that are tracked; the least recent are forgotten. */
const MAX_TRACKED = 1_000

/**
 * Decides who gets the next of several slots: accounts take turns, then the callers of an account; entries of one caller
 * keep their order. Work that reached its deadline twice in a row, or belongs to an account whose work just did, comes
 * after all others and never takes the last free slot, so that nobody waits for more than one deadline.
 */
export function createFairQueue<T extends QueueEntry>(slots: number) {
  const accounts = new Map<string, Map<string, T[]>>()
  const overruns = new LRUCache<string, number>({ max: MAX_TRACKED })
  /** When each account and each caller was served last, counted in turns. */
  const lastServed = new LRUCache<string, number>({ max: MAX_TRACKED })
  /** Number of slots that each account holds. */
  const heldSlots = new Map<string, number>()
  let turnCount = 0
  let takenSlots = 0

  const isSlow = ({ owner, work }: T) =>
    [owner.account, keyOf(owner.account, work)].some(key => (overruns.peek(key) ?? 0) >= SLOW_AFTER)

  const listOf = ({ owner }: T) => accounts.get(owner.account)?.get(owner.caller)

  function remove(item: T): boolean {
    const list = listOf(item)
    const at = list?.indexOf(item) ?? -1
    if (at < 0) return false
    list!.splice(at, 1)
    tidy(item)
    return true
  }

  function tidy({ owner: { account, caller } }: T): void {
    const callers = accounts.get(account)!
    if (callers.get(caller)!.length === 0) callers.delete(caller)
    if (callers.size === 0) accounts.delete(account)
  }

  /** Returns the first matching entry of the account and caller that have waited longest since they were served. */
  function first(fits: (item: T) => boolean): T | undefined {
    for (const [account, callers] of inTurn([...accounts], name => name))
      for (const [, list] of inTurn([...callers], caller => keyOf(account, caller))) {
        const found = list.find(fits)
        if (found) return found
      }
    return undefined
  }

  const inTurn = <V>(entries: [string, V][], key: (name: string) => string) =>
    entries.sort(([a], [b]) => (lastServed.peek(key(a)) ?? 0) - (lastServed.peek(key(b)) ?? 0))

  function noteServed({ owner: { account, caller } }: T): void {
    turnCount++
    lastServed.set(account, turnCount)
    lastServed.set(keyOf(account, caller), turnCount)
  }

  function noteEnd(key: string, ranOut: boolean): void {
    if (ranOut) overruns.set(key, (overruns.peek(key) ?? 0) + 1)
    else overruns.delete(key)
  }

  function begin(item: T): T {
    takenSlots++
    heldSlots.set(item.owner.account, (heldSlots.get(item.owner.account) ?? 0) + 1)
    remove(item)
    noteServed(item)
    return item
  }

  function returnSlot({ owner: { account } }: T): void {
    takenSlots--
    const left = heldSlots.get(account)! - 1
    if (left) heldSlots.set(account, left)
    else heldSlots.delete(account)
  }

  /** Returns the account that holds all slots while another one waits. */
  function onlyHolder(): string | undefined {
    if (takenSlots !== slots || heldSlots.size !== 1) return undefined
    const [holder] = heldSlots.keys()
    return accounts.size > Number(accounts.has(holder!)) ? holder : undefined
  }

  return {
    add(item: T): void {
      const { account, caller } = item.owner
      const callers = accounts.get(account) ?? new Map<string, T[]>()
      accounts.set(account, callers)
      const list = callers.get(caller)
      if (list) list.push(item)
      else callers.set(caller, [item])
    },
    /** Removes an entry that has not been served. Returns false if it has. */
    remove,
    /** Gives a slot to the next entry that may start. Returns undefined if there is none, or no slot is free. */
    take(mayStart: (item: T) => boolean = () => true): T | undefined {
      if (takenSlots >= slots) return undefined
      const isLast = takenSlots === slots - 1 && slots > 1
      const item = first(one => mayStart(one) && !isSlow(one)) ?? (isLast ? undefined : first(mayStart))
      return item && begin(item)
    },
    /** True if one account holds all slots and another one waits. */
    isHeldByOne: (): boolean => onlyHolder() !== undefined,
    /** Gives an extra slot to an account that waits while another one holds all of them. */
    takeSpare(mayStart: (item: T) => boolean = () => true): T | undefined {
      const holder = onlyHolder()
      if (holder === undefined) return undefined
      const item = first(one => one.owner.account !== holder && mayStart(one) && !isSlow(one))
      return item && begin(item)
    },
    /** Takes more entries of the same caller into the same slot: those that fit and are not slow. */
    takeAlong(item: T, limit: number, fits: (item: T) => boolean): T[] {
      const companions = (listOf(item) ?? []).filter(one => fits(one) && !isSlow(one)).slice(0, limit)
      for (const one of companions) remove(one)
      return companions
    },
    /** True if all waiting entries could share the slot of an item: nobody else needs it. */
    hasOnly: (item: T, fits: (item: T) => boolean): boolean =>
      [...accounts.values()].every(callers =>
        [...callers.values()].every(
          list => list === listOf(item) && list.every(one => fits(one) && !isSlow(one)),
        ),
      ),
    /** Returns a slot to the queue. `ranOut` says whether the work reached its deadline; null if that is unknown. */
    end(item: T, ranOut: boolean | null): void {
      returnSlot(item)
      if (ranOut === null) return
      const { owner, work } = item
      noteEnd(owner.account, ranOut)
      noteEnd(keyOf(owner.account, work), ranOut)
    },
  }
}

const keyOf = (account: string, inside: string) => `${account} ${inside}`
