import { CallError, errorBodyOf } from '../renderer/lib/service/call-error.ts'
import type { OutputOf } from '../renderer/lib/service/client.ts'
import { counted } from '../renderer/ui/counted.ts'
import { sentPagePath } from '../server/base/app-paths.ts'
import { collectingChoice } from './collecting-choice.ts'
import { button, element } from './element.ts'
import { errorNotice } from './error-notice.ts'
import { forgetPairing, type Pairing } from './pairing.ts'
import { pairingView } from './pairing-view.ts'
import { resultView, textView } from './result-view.ts'
import { call, extract } from './service.ts'
import { currentTab, PageTooLarge, pageOf, type WebTab } from './tab-page.ts'

type Matches = OutputOf<'page-matches'>

/** Renders the popup again, with a notice at the top. */
type ShowPopup = (notices?: Node[]) => Promise<void>

/** The view of what Winnow can do with the page of the tab. */
export async function pageView(pairing: Pairing, show: ShowPopup): Promise<HTMLElement[]> {
  const tab = await currentTab()
  if (!tab) return [errorNotice(NO_PAGE), footer(pairing, show)]
  const outcome = element('section')
  const fail = async (error: unknown) => {
    if (!isRevoked(error)) return outcome.replaceChildren(noticeOf(error))
    await forgetPairing()
    await show([errorNotice(REVOKED)])
  }
  try {
    const { value } = await call(pairing, 'page-matches', { url: tab.url })
    const actions = await actionsOf({ pairing, tab, matches: value, outcome, fail })
    return [element('h1', {}, tab.title || tab.url), ...actions, outcome, footer(pairing, show)]
  } catch (error) {
    if (!isRevoked(error)) return [noticeOf(error), footer(pairing, show)]
    await forgetPairing()
    return [errorNotice(REVOKED), ...pairingView(show)]
  }
}

const isRevoked = (error: unknown) => error instanceof CallError && error.status === 401

const noticeOf = (error: unknown) =>
  errorNotice(error instanceof PageTooLarge ? TOO_LARGE : errorBodyOf(error))

interface ActionContext {
  pairing: Pairing
  tab: WebTab
  matches: Matches
  outcome: HTMLElement
  fail(error: unknown): Promise<void>
}

/** Runs the action of a click, and shows its result. */
function runAction({ outcome, fail }: ActionContext, work: () => Promise<HTMLElement[]>): Promise<void> {
  outcome.replaceChildren(element('p', { role: 'status' }, 'Reading the page…'))
  return work()
    .then(parts => outcome.replaceChildren(...parts))
    .catch(fail)
}

async function actionsOf(context: ActionContext): Promise<HTMLElement[]> {
  const { tab, matches, fail } = context
  const options = parserOptions(matches)
  const rows = [
    ...matches.apis.map(api => apiRow(context, api)),
    ...matches.parsers.map(parser => parserRow(context, parser, options)),
  ]
  const actionRows = rows.length
    ? [element('ul', {}, ...rows)]
    : [element('p', { className: 'dim' }, 'No API and no parser of yours knows this address.')]
  return [
    ...actionRows,
    ...(matches.parsers.length ? [options.element] : []),
    element('div', { className: 'bar' }, readButton(context), newParserButton(context)),
    await collectingChoice(tab, fail),
  ]
}

const row = (name: string, credits: number, action: HTMLElement) =>
  element('li', {}, element('span', {}, name), element('small', {}, counted(credits, 'credit')), action)

function apiRow(context: ActionContext, { id, name, credits, input }: Matches['apis'][number]): HTMLElement {
  const read = () =>
    runAction(context, async () => {
      const answer = await extract(context.pairing, id, { ...input, page: await pageOf(context.tab) })
      return resultView(answer.value, answer)
    })
  return row(name, credits, button('Extract', read))
}

/** The choices of what happens with the data of a parser. */
function parserOptions({ databases }: Matches) {
  const database = element(
    'select',
    { name: 'database' },
    element('option', { value: '' }, 'Only show it'),
    ...databases.map(({ id, name }) => element('option', { value: id }, `Put it into ${name}`)),
  )
  const keep = element('input', { type: 'checkbox', name: 'keep' })
  return {
    element: element(
      'div',
      { className: 'options' },
      ...(databases.length ? [element('label', {}, element('span', {}, 'The result'), database)] : []),
      element('label', { className: 'tick' }, keep, 'Save the page with the parser, as a test of it'),
    ),
    chosen: ({ title, url }: WebTab) => ({
      ...(database.value && { database_id: database.value }),
      ...(keep.checked && { save_as: (title || url).slice(0, 200) }),
    }),
  }
}

function parserRow(
  context: ActionContext,
  { id, name, credits }: Matches['parsers'][number],
  options: ReturnType<typeof parserOptions>,
): HTMLElement {
  const { pairing, tab } = context
  const read = () =>
    runAction(context, async () => {
      const html = await pageOf(tab)
      const answer = await call(pairing, 'page-parse', { parser_id: id, html, ...options.chosen(tab) })
      return resultView(answer.value.data, answer, answer.value)
    })
  return row(name, credits, button('Extract', read))
}

const readButton = (context: ActionContext) =>
  button('Read', () =>
    runAction(context, async () => {
      const html = await pageOf(context.tab)
      return textView(await call(context.pairing, 'page-read', { html, url: context.tab.url }))
    }),
  )

/** Opens the page in the app, in the editor of a new parser. */
const newParserButton = (context: ActionContext) =>
  button('New parser from this page', () =>
    runAction(context, async () => {
      const { pairing, tab } = context
      const page = { html: await pageOf(tab), title: tab.title.slice(0, 300) }
      const { value } = await call(pairing, 'sent-page-create', page)
      const href = `winnow://${sentPagePath(value.id)}`
      await chrome.tabs.create({ url: value.address })
      return [
        element('p', { role: 'status' }, 'The page is open in a tab of Winnow.'),
        element('a', { href, target: '_blank' }, 'Open it in the desktop app'),
      ]
    }),
  )

const footer = ({ name, address }: Pairing, show: ShowPopup) =>
  element(
    'footer',
    {},
    element('span', {}, `Paired with ${new URL(address).host} as ${name}`),
    button('Forget', () => forgetPairing().then(() => show()), 'quiet'),
  )

const NO_PAGE = {
  error: 'This is not a web page.',
  hint: 'Open a page whose address begins with http or https, then click the button again.',
}
const REVOKED = {
  error: 'The key of this browser was revoked.',
  hint: 'Pair the browser again to continue.',
}
const TOO_LARGE = {
  error: 'The page is larger than 16 MB.',
  hint: 'If the box below is ticked, clear it and try again: the page alone may be small enough.',
}
