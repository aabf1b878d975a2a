export interface ErrorData {
  status: number
  title: string
  message: string
  hint: string | null
}
