declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  /** The package has no types of its own; this is what the tests use of it. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
    on(event: string, listener: (...args: unknown[]) => void): void
    // biome-ignore lint/suspicious/noExplicitAny: untyped package
    interactionDetails(req: unknown, res: unknown): Promise<any>
    interactionFinished(req: unknown, res: unknown, result: unknown, options?: unknown): Promise<void>
    // biome-ignore lint/suspicious/noExplicitAny: untyped package
    Grant: any
  }
}
