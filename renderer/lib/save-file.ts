/** Saves a file as a download. */
export function saveFile(body: Blob, name: string): void {
  const address = URL.createObjectURL(body)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
