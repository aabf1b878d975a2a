import { mountPage } from "../mount.tsx"
import { DeliveryPage } from "./delivery-page.tsx"

mountPage("delivery", DeliveryPage)
