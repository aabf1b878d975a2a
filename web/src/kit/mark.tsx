/** The brand's logo; decorative, because the name is beside it. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width={26} height={26} aria-hidden="true">
      <path fill="#e4572e" d="M16 0v16H0A16 16 0 0 1 16 0Z" />
      <circle cx="24" cy="8" r="8" fill="#f2b134" />
      <path fill="#17706e" d="M0 16h16v16H0z" />
      <path fill="#22304a" d="M16 16h16a16 16 0 0 1-16 16Z" />
    </svg>
  )
}
