/** The part of the extension API that is used. Firefox provides it under this name too. */
declare namespace chrome {
  interface Tab {
    id?: number
    url?: string
    title?: string
  }

  interface Injection<Args extends unknown[], Result> {
    target: { tabId: number }
    /** Runs in the page on its own, without access to anything in its module. */
    func: (...args: Args) => Result
    args?: Args
    world?: 'ISOLATED' | 'MAIN'
    /** Inject before the page has loaded. */
    injectImmediately?: boolean
  }

  interface StorageArea {
    get(name: string): Promise<Record<string, unknown>>
    set(values: Record<string, unknown>): Promise<void>
    remove(name: string): Promise<void>
  }

  const tabs: {
    query(wanted: { active: boolean; currentWindow: boolean }): Promise<Tab[]>
    create(tab: { url: string }): Promise<Tab>
    reload(tabId: number): Promise<void>
    onUpdated: { addListener(heard: (tabId: number, change: { status?: string }) => void): void }
    onRemoved: { addListener(heard: (tabId: number) => void): void }
  }
  const scripting: {
    executeScript<Args extends unknown[], Result>(
      injection: Injection<Args, Result>,
    ): Promise<{ result?: Awaited<Result> }[]>
  }
  const storage: { local: StorageArea; session: StorageArea }
}
