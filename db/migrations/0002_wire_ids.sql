CREATE TABLE `__new_ratings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wire_id` integer DEFAULT (abs(random() % 1125899906842623) + 1) NOT NULL,
	`driver_id` integer NOT NULL,
	`rater_id` integer NOT NULL,
	`ride_quality` text NOT NULL,
	`safety_feeling` text NOT NULL,
	`vibe_quality` text NOT NULL,
	`star_rating` integer NOT NULL,
	`guest_key` text,
	`request_key` text,
	`is_placeholder` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_from_id` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rater_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "ratings_wire_id_of_50_bits" CHECK("__new_ratings"."wire_id" between 1 and 1125899906842623),
	CONSTRAINT "ratings_ride" CHECK("__new_ratings"."ride_quality" in ('smooth', 'bumpy')),
	CONSTRAINT "ratings_safety" CHECK("__new_ratings"."safety_feeling" in ('safe', 'unsafe')),
	CONSTRAINT "ratings_vibe" CHECK("__new_ratings"."vibe_quality" in ('good', 'off')),
	CONSTRAINT "ratings_stars" CHECK("__new_ratings"."star_rating" between 1 and 5),
	CONSTRAINT "ratings_not_of_oneself" CHECK("__new_ratings"."driver_id" <> "__new_ratings"."rater_id"),
	CONSTRAINT "ratings_guest_key_is_a_guests" CHECK("__new_ratings"."guest_key" is null or "__new_ratings"."rater_id" = 1)
) STRICT;
--> statement-breakpoint
-- Written by hand: existing ratings get random ids like new ones.
INSERT INTO `__new_ratings` (`id`, `driver_id`, `rater_id`, `ride_quality`, `safety_feeling`, `vibe_quality`, `star_rating`, `guest_key`, `request_key`, `is_placeholder`, `created_at`, `claimed_from_id`) SELECT `id`, `driver_id`, `rater_id`, `ride_quality`, `safety_feeling`, `vibe_quality`, `star_rating`, `guest_key`, `request_key`, `is_placeholder`, `created_at`, `claimed_from_id` FROM `ratings`;--> statement-breakpoint
-- With a million ratings, two may get the same id (4 in 10,000 such files); the later one gets a new id.
UPDATE `__new_ratings` SET `wire_id` = abs(random() % 1125899906842623) + 1 WHERE `id` IN (
	SELECT `id` FROM (SELECT `id`, row_number() OVER (PARTITION BY `wire_id` ORDER BY `id`) AS `nth` FROM `__new_ratings`) WHERE `nth` > 1
);--> statement-breakpoint
DROP TABLE `ratings`;--> statement-breakpoint
ALTER TABLE `__new_ratings` RENAME TO `ratings`;--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_wire_id` ON `ratings` (`wire_id`);--> statement-breakpoint
CREATE INDEX `ratings_of_driver` ON `ratings` (`driver_id`,`id`);--> statement-breakpoint
CREATE INDEX `ratings_of_rater` ON `ratings` (`rater_id`,`driver_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ratings_of_claim` ON `ratings` (`claimed_from_id`) WHERE "ratings"."claimed_from_id" is not null;--> statement-breakpoint
CREATE INDEX `ratings_of_guest` ON `ratings` (`guest_key`) WHERE "ratings"."guest_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_request` ON `ratings` (`rater_id`,`request_key`) WHERE "ratings"."request_key" is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `is_token_for_creator_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `claimed_at` integer;--> statement-breakpoint
-- The rest is written by hand. Converts the last seen rating to its new id, or to the newest older rating if it was deleted.
UPDATE `users` SET `last_seen_rating_id` = (
	SELECT `wire_id` FROM `ratings` WHERE `driver_id` = `users`.`id` AND `id` <= `users`.`last_seen_rating_id` ORDER BY `id` DESC LIMIT 1
) WHERE `last_seen_rating_id` IS NOT NULL;--> statement-breakpoint
-- Random ids have no order, so when the last seen rating is deleted, the column moves to the rating before it.
CREATE TRIGGER `ratings_last_seen_gone` AFTER DELETE ON `ratings` BEGIN
	UPDATE `users` SET `last_seen_rating_id` = (
		SELECT `wire_id` FROM `ratings` WHERE `driver_id` = old.driver_id AND `id` < old.id ORDER BY `id` DESC LIMIT 1
	) WHERE `id` = old.driver_id AND `last_seen_rating_id` = old.wire_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_last_seen_moved` AFTER UPDATE OF `driver_id` ON `ratings` BEGIN
	UPDATE `users` SET `last_seen_rating_id` = (
		SELECT `wire_id` FROM `ratings` WHERE `driver_id` = old.driver_id AND `id` < old.id ORDER BY `id` DESC LIMIT 1
	) WHERE `id` = old.driver_id AND `last_seen_rating_id` = old.wire_id;
END;
--> statement-breakpoint
-- Recreates the triggers that were dropped with the old table. They update driver_stats with every change of ratings.
CREATE TRIGGER `ratings_counted` AFTER INSERT ON `ratings` BEGIN
	INSERT INTO `driver_stats` (`driver_id`) VALUES (new.driver_id) ON CONFLICT DO NOTHING;
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` + 1,
		`star_sum` = `star_sum` + new.star_rating,
		`one_star` = `one_star` + (new.star_rating = 1),
		`two_stars` = `two_stars` + (new.star_rating = 2),
		`three_stars` = `three_stars` + (new.star_rating = 3),
		`four_stars` = `four_stars` + (new.star_rating = 4),
		`five_stars` = `five_stars` + (new.star_rating = 5),
		`smooth_rides` = `smooth_rides` + (new.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` + (new.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` + (new.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` + (new.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` + (new.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` + (new.vibe_quality = 'off')
	WHERE `driver_id` = new.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted` AFTER DELETE ON `ratings` BEGIN
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` - (old.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` - (old.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` - (old.vibe_quality = 'off')
	WHERE `driver_id` = old.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER `ratings_recounted` AFTER UPDATE OF `driver_id`, `star_rating`, `ride_quality`, `safety_feeling`, `vibe_quality` ON `ratings` BEGIN
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` - 1,
		`star_sum` = `star_sum` - old.star_rating,
		`one_star` = `one_star` - (old.star_rating = 1),
		`two_stars` = `two_stars` - (old.star_rating = 2),
		`three_stars` = `three_stars` - (old.star_rating = 3),
		`four_stars` = `four_stars` - (old.star_rating = 4),
		`five_stars` = `five_stars` - (old.star_rating = 5),
		`smooth_rides` = `smooth_rides` - (old.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` - (old.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` - (old.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` - (old.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` - (old.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` - (old.vibe_quality = 'off')
	WHERE `driver_id` = old.driver_id;
	INSERT INTO `driver_stats` (`driver_id`) VALUES (new.driver_id) ON CONFLICT DO NOTHING;
	UPDATE `driver_stats` SET
		`total_rides` = `total_rides` + 1,
		`star_sum` = `star_sum` + new.star_rating,
		`one_star` = `one_star` + (new.star_rating = 1),
		`two_stars` = `two_stars` + (new.star_rating = 2),
		`three_stars` = `three_stars` + (new.star_rating = 3),
		`four_stars` = `four_stars` + (new.star_rating = 4),
		`five_stars` = `five_stars` + (new.star_rating = 5),
		`smooth_rides` = `smooth_rides` + (new.ride_quality = 'smooth'),
		`bumpy_rides` = `bumpy_rides` + (new.ride_quality = 'bumpy'),
		`safe_rides` = `safe_rides` + (new.safety_feeling = 'safe'),
		`unsafe_rides` = `unsafe_rides` + (new.safety_feeling = 'unsafe'),
		`good_vibes` = `good_vibes` + (new.vibe_quality = 'good'),
		`off_vibes` = `off_vibes` + (new.vibe_quality = 'off')
	WHERE `driver_id` = new.driver_id;
END;
