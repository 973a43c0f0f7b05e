/** Saves a body as a file of the user's. */
export function saveFile(body: Blob, name: string): void {
  const address = URL.createObjectURL(body)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
