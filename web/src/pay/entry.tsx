import { offerInPageTools } from "../in-page-tools/register.ts"
import { mountPage } from "../mount.tsx"
import { PayPage } from "./pay-page.tsx"

mountPage("pay", PayPage)
offerInPageTools()
