import { EventEmitter, once } from 'node:events'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { testChromium } from '../../support/chromium.ts'
import type { BrowserWindow } from './electron.ts'

/** A dialog as the user sees it. */
interface Question {
  message: string
  detail: string | undefined
  buttons: string[]
}

interface MenuEntry {
  label?: string
  role?: string
  checked?: boolean
  submenu?: MenuEntry[]
  click?: (item: { checked: boolean }) => void
}

let browser: Promise<Browser> | null = null
let pages: Promise<BrowserContext> | null = null
let resolveReady: () => void = () => undefined
let resolveExit: (code: number) => void = () => undefined

/** What the user of the simulated app sees, and how they answer. */
export const desktop = {
  /** False when another Winnow of this user is already running. */
  isFirst: true,
  /** Where the system stores the files of the app. */
  folder: '',
  /** As in Electron, resolved only after the main module has run to its end. */
  ready: new Promise<void>(resolve => {
    resolveReady = resolve
  }),
  becomeReady: () => resolveReady(),
  /** The exit code of the app. */
  exited: new Promise<number>(resolve => {
    resolveExit = resolve
  }),
  exit: (code: number): void => resolveExit(code),

  questions: [] as Question[],
  /** How many questions are answered, with the load that they were about ended. */
  answered: 0,
  /** The button that the user clicks in each question; one that does not exist cancels. */
  answer: async (_question: Question): Promise<string> => '(cancel)',
  ask(question: Question): Promise<string> {
    desktop.questions.push(question)
    return desktop.answer(question)
  },
  /** Notifications and error boxes. */
  notifications: [] as string[],
  /** Addresses and folders that the app asked the system to open. */
  opened: [] as string[],
  /** The number of windows that the app allowed a page to open. */
  popups: 0,
  clipboard: '',
  images: [] as string[],
  menu: [] as MenuEntry[],
  tray: null as { tip: string; menu: MenuEntry[]; click(): void } | null,
  power: (_event: 'suspend' | 'resume'): boolean => false,
  permission: async (_name: string, _url: string): Promise<boolean> => true,
  permissionCheck: (_name: string, _origin: string): boolean => true,
  device: (): boolean => true,

  windows: [] as BrowserWindow[],
  /** Emits `page` each time a window has loaded a page. */
  loaded: new EventEmitter(),
  nextPage: async (): Promise<Page> => (await once(desktop.loaded, 'page'))[0],
  load: (file: string) => import(file),
  context: (): Promise<BrowserContext> => {
    browser ??= testChromium().then(options => chromium.launch(options))
    pages ??= browser.then(open => open.newContext())
    return pages
  },
  closeBrowser: async (): Promise<void> => (await browser)?.close(),
}

/** Finds the entry of a menu by its label. */
export const menuEntry = (menu: MenuEntry[], label: string): MenuEntry => {
  const found = menu
    .flatMap(item => [item, ...(item.submenu ?? [])])
    .find(item => item.label?.startsWith(label))
  if (!found) throw new Error(`The menu has no entry '${label}'.`)
  return found
}
