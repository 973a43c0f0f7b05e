import { errorBodyOf } from '../renderer/lib/service/call-error.ts'
import { element } from './element.ts'
import { errorNotice } from './error-notice.ts'
import { DEFAULT_ADDRESS, keepPairing, serviceAddress } from './pairing.ts'
import { call } from './service.ts'

const field = (label: string, input: HTMLInputElement) =>
  element('label', {}, element('span', {}, label), input)

/** The form for pairing a browser that is not paired yet. */
export function pairingView(onPaired: () => Promise<void>): HTMLElement[] {
  const code = element('input', {
    name: 'code',
    required: true,
    autocomplete: 'off',
    placeholder: '7KQ2-M9XD',
  })
  const address = element('input', { name: 'address', required: true, value: DEFAULT_ADDRESS })
  const submit = element('button', { type: 'submit', className: 'primary' }, 'Pair')
  const outcome = element('div')

  async function pair(): Promise<void> {
    const origin = serviceAddress(address.value)
    if (origin === null) return outcome.replaceChildren(errorNotice(NOT_LOOPBACK))
    const { value } = await call({ address: origin }, 'browser-pair', { code: code.value })
    await keepPairing({ address: origin, ...value })
    await onPaired()
  }

  const form = element(
    'form',
    {},
    element('h1', {}, 'Pair this browser'),
    element('p', {}, 'In Winnow, open Connect → Browser and show a code. Type it here within five minutes.'),
    field('Code', code),
    field('Address of Winnow', address),
    submit,
    outcome,
  )
  form.addEventListener('submit', async event => {
    event.preventDefault()
    submit.disabled = true
    await pair().catch(error => outcome.replaceChildren(errorNotice(errorBodyOf(error))))
    submit.disabled = false
  })
  return [form]
}

const NOT_LOOPBACK = {
  error: 'This is not an address of this machine.',
  hint: 'The extension talks only to Winnow on this machine: http://127.0.0.1 or http://localhost, with a port.',
}
