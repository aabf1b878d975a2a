/** Why a form was refused; stands on the page, where what was typed is kept. */
export interface RefusalData {
  message: string
  hint: string | null
  /** The name of the field that was refused first; null where it was none, or it is not known. */
  field: string | null
}

/** A form's address, and the value of its hidden field `form_token`. */
export interface PageForm {
  action: string
  formToken: string
}
