import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { dataOrThrow, page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { cardOfProduct } from "#web/catalog/card.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { Buttons } from "./buttons.tsx";
import { Feedback } from "./feedback.tsx";
import { Fields } from "./fields.tsx";
import { Overlays } from "./overlays.tsx";
import { Purchase } from "./purchase.tsx";
import { Products } from "./products.tsx";
import { Signs } from "./icons.tsx";
import { Tokens } from "./tokens.tsx";
import { useShownStates } from "./use-shown-states.ts";

/** A regular product, one on sale, one that is sold out. */
const shown = [101, 151, 108] as const;

export async function loader({ context }: LoaderFunctionArgs) {
  const { store } = page(context);
  const sections = ["orders", "self_service", "order_info", "payment_result", "checkout", "auth"];
  const texts = await pageTexts(page(context), sections);
  const products = await Promise.all(shown.map(async (id) => cardOfProduct(dataOrThrow(await store.product(id)))));
  return { products, texts };
}

/** Every component in every state, for developers; in development only. */
export default function Design() {
  const { products, texts } = useLoaderData<typeof loader>();
  useShownStates();
  return (
    <div className="page space-y-20 py-12">
      <PageHead title="Design" hidden />
      <h1 className="text-4xl">Design</h1>
      <PageTexts texts={texts}>
        <Tokens />
        <Signs />
        <Buttons />
        <Fields />
        <Feedback />
        <Overlays />
        <Products products={products} />
        <Purchase products={products} />
      </PageTexts>
    </div>
  );
}
