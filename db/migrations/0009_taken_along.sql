CREATE TABLE `ratings_not_mine` (
	`rating_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`rating_id`, `user_id`),
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `ratings_not_mine_of` ON `ratings_not_mine` (`user_id`);--> statement-breakpoint
CREATE INDEX `ratings_not_mine_by_age` ON `ratings_not_mine` (`created_at`);--> statement-breakpoint
CREATE TABLE `ratings_taken_along` (
	`rating_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`guest_key` text NOT NULL,
	`taken_at` integer NOT NULL,
	`had_placeholder` integer NOT NULL,
	FOREIGN KEY (`rating_id`) REFERENCES `ratings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `ratings_taken_along_by` ON `ratings_taken_along` (`user_id`);--> statement-breakpoint
CREATE INDEX `ratings_taken_along_from` ON `ratings_taken_along` (`guest_key`);--> statement-breakpoint
CREATE INDEX `ratings_taken_along_by_age` ON `ratings_taken_along` (`taken_at`);--> statement-breakpoint
-- drizzle-kit would rebuild the table, but only its notation of the default of `is_unseen` has changed.
DROP INDEX `ratings_of_driver`;--> statement-breakpoint
CREATE INDEX `ratings_of_driver` ON `ratings` (`driver_id`,`is_placeholder`,`id`);--> statement-breakpoint
DROP INDEX `ratings_unseen`;--> statement-breakpoint
CREATE INDEX `ratings_unseen` ON `ratings` (`driver_id`) WHERE "ratings"."is_unseen" > 0;--> statement-breakpoint
ALTER TABLE `users` ADD `used_claim_token_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_used_claim_token` ON `users` (`used_claim_token_hash`) WHERE "users"."used_claim_token_hash" is not null;--> statement-breakpoint
-- The rest, and the word STRICT above, is written by hand. A placeholder is no verdict: it counts in no figure and raises no notice.
UPDATE `users` SET `is_latest_ratings_seen` = 1 WHERE `is_latest_ratings_seen` = 0
	AND `id` IN (SELECT `driver_id` FROM `ratings` WHERE `is_unseen` > 0 AND `is_placeholder` = 1)
	AND NOT EXISTS (SELECT 1 FROM `ratings` WHERE `driver_id` = `users`.`id` AND `is_unseen` > 0 AND `is_placeholder` = 0);--> statement-breakpoint
UPDATE `ratings` SET `is_unseen` = 0 WHERE `is_unseen` > 0 AND `is_placeholder` = 1;--> statement-breakpoint
UPDATE `users` SET `last_seen_rating_id` = (
	SELECT `wire_id` FROM `ratings` WHERE `driver_id` = `users`.`id` AND `is_placeholder` = 0
		AND `id` < (SELECT `seen`.`id` FROM `ratings` AS `seen` WHERE `seen`.`wire_id` = `users`.`last_seen_rating_id`)
	ORDER BY `id` DESC LIMIT 1
) WHERE `last_seen_rating_id` IN (SELECT `wire_id` FROM `ratings` WHERE `is_placeholder` = 1);--> statement-breakpoint
UPDATE `rating_reports` SET `rating_id` = NULL, `status` = CASE `status` WHEN 'reported' THEN 'withdrawn' ELSE `status` END
	WHERE `rating_id` IN (SELECT `id` FROM `ratings` WHERE `is_placeholder` = 1);--> statement-breakpoint
-- The plus keeps SQLite from using the index: with a million ratings, sorting takes 1 s, and the index takes 6 s.
DELETE FROM `driver_stats`;--> statement-breakpoint
INSERT INTO `driver_stats` SELECT `driver_id`, count(*), sum(`star_rating`),
	sum(`star_rating` = 1), sum(`star_rating` = 2), sum(`star_rating` = 3), sum(`star_rating` = 4), sum(`star_rating` = 5),
	sum(`ride_quality` = 'smooth'), sum(`ride_quality` = 'bumpy'), sum(`safety_feeling` = 'safe'), sum(`safety_feeling` = 'unsafe'),
	sum(`vibe_quality` = 'good'), sum(`vibe_quality` = 'off')
	FROM `ratings` WHERE `is_placeholder` = 0 GROUP BY +`driver_id`;--> statement-breakpoint
DELETE FROM `rating_days`;--> statement-breakpoint
INSERT INTO `rating_days` (`day`, `ratings`) SELECT `created_at` / 86400000 AS `on_day`, count(*) FROM `ratings` WHERE `is_placeholder` = 0 GROUP BY `on_day`;--> statement-breakpoint
DROP TRIGGER `ratings_counted`;--> statement-breakpoint
CREATE TRIGGER `ratings_counted` AFTER INSERT ON `ratings` WHEN new.is_placeholder = 0 BEGIN
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
DROP TRIGGER `ratings_uncounted`;--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted` AFTER DELETE ON `ratings` WHEN old.is_placeholder = 0 BEGIN
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
DROP TRIGGER `ratings_recounted`;--> statement-breakpoint
CREATE TRIGGER `ratings_recounted` AFTER UPDATE OF `driver_id`, `star_rating`, `ride_quality`, `safety_feeling`, `vibe_quality`, `is_placeholder` ON `ratings` BEGIN
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
	WHERE `driver_id` = old.driver_id AND old.is_placeholder = 0;
	INSERT INTO `driver_stats` (`driver_id`) SELECT new.driver_id WHERE new.is_placeholder = 0 ON CONFLICT DO NOTHING;
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
	WHERE `driver_id` = new.driver_id AND new.is_placeholder = 0;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_counted_by_day`;--> statement-breakpoint
CREATE TRIGGER `ratings_counted_by_day` AFTER INSERT ON `ratings` WHEN new.is_placeholder = 0 BEGIN
	INSERT INTO `rating_days` (`day`, `ratings`) VALUES (new.created_at / 86400000, 1)
		ON CONFLICT (`day`) DO UPDATE SET `ratings` = `ratings` + 1;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_uncounted_by_day`;--> statement-breakpoint
CREATE TRIGGER `ratings_uncounted_by_day` AFTER DELETE ON `ratings` WHEN old.is_placeholder = 0 BEGIN
	UPDATE `rating_days` SET `ratings` = `ratings` - 1 WHERE `day` = old.created_at / 86400000;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_last_seen_gone`;--> statement-breakpoint
CREATE TRIGGER `ratings_last_seen_gone` AFTER DELETE ON `ratings` BEGIN
	UPDATE `users` SET `last_seen_rating_id` = (
		SELECT `wire_id` FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_placeholder` = 0 AND `id` < old.id ORDER BY `id` DESC LIMIT 1
	) WHERE `id` = old.driver_id AND `last_seen_rating_id` = old.wire_id;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_last_seen_moved`;--> statement-breakpoint
CREATE TRIGGER `ratings_last_seen_moved` AFTER UPDATE OF `driver_id` ON `ratings` BEGIN
	UPDATE `users` SET `last_seen_rating_id` = (
		SELECT `wire_id` FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_placeholder` = 0 AND `id` < old.id ORDER BY `id` DESC LIMIT 1
	) WHERE `id` = old.driver_id AND `last_seen_rating_id` = old.wire_id;
END;
--> statement-breakpoint
DROP TRIGGER `ratings_unseen_gone`;--> statement-breakpoint
CREATE TRIGGER `ratings_unseen_gone` AFTER DELETE ON `ratings` WHEN old.is_unseen = 1 BEGIN
	UPDATE `users` SET `is_latest_ratings_seen` = 1 WHERE `id` = old.driver_id AND NOT EXISTS (
		SELECT 1 FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_unseen` > 0 AND `is_unseen` = 1
	);
END;
--> statement-breakpoint
DROP TRIGGER `ratings_unseen_moved`;--> statement-breakpoint
CREATE TRIGGER `ratings_unseen_moved` AFTER UPDATE OF `driver_id` ON `ratings` WHEN old.is_unseen = 1 BEGIN
	UPDATE `users` SET `is_latest_ratings_seen` = 1 WHERE `id` = old.driver_id AND NOT EXISTS (
		SELECT 1 FROM `ratings` WHERE `driver_id` = old.driver_id AND `is_unseen` > 0 AND `is_unseen` = 1
	);
END;
