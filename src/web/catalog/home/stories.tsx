import craft from "virtual:site-picture/story-craft.webp";
import gift from "virtual:site-picture/story-gift.webp";
import lotus from "virtual:site-picture/story-lotus.webp";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { StoryBlock } from "./story-block.tsx";

const stories = [
  { id: "story1", picture: craft, to: "/about-us" },
  { id: "story2", picture: lotus, to: "/collections" },
  { id: "story3", picture: gift, to: "/gifts" },
] as const;

/** The three stories of the home page, with pictures on alternating sides. */
export function Stories() {
  const t = useTexts();
  return (
    <div className="page space-y-14 md:space-y-20">
      {stories.map(({ id, picture, to }, index) => (
        <StoryBlock
          key={id}
          picture={picture}
          alt={t(`home.${id}_alt`)}
          title={t(`home.${id}_title`)}
          text={t(`home.${id}_text`)}
          button={t(`home.${id}_button`)}
          to={to}
          turned={index % 2 === 1}
        />
      ))}
    </div>
  );
}
