import { offerInPageTools } from "../../in-page-tools/register.ts"
import { mountPage } from "../../mount.tsx"
import { PayPage } from "./page.tsx"

mountPage("pay", PayPage)
offerInPageTools()
