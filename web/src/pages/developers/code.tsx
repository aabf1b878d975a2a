/** Code to copy. The button works with scripts only, which show it. */
export function Code({ children }: { children: string }) {
  return (
    <div data-code>
      <button type="button" data-copy hidden>
        Copy
      </button>
      <pre>{children}</pre>
    </div>
  )
}
