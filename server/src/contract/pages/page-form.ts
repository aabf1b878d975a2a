/** Why a form was refused. The page shows it and keeps the typed values. */
export interface RefusalData {
  message: string
  hint: string | null
  /** The first refused field; null where no field was refused, or it is unknown. */
  field: string | null
}

/** A form's address, and the value of its hidden field `form_token`. */
export interface PageForm {
  action: string
  formToken: string
}
