import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  // Not `start`: a shell would read the address's `&`.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the system's browser. Where that fails, the printed address is the way. */
export function openInBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(program, [...args, address], { detached: true, stdio: 'ignore' })
    .on('error', error =>
      console.error(`The browser did not open (${error.message}): use the address above.`),
    )
    .unref()
}
